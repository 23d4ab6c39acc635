// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Deployer of forwarders, whose addresses depend only on the contract they represent
interface IAsyncDeployer {
    /// @notice Returns the forwarder of a contract on a chain and deploys it if necessary. Anyone can call it.
    function getOrDeployForwarderContract(
        address onChainAddress,
        uint32 chainSlug
    ) external returns (address forwarder);

    /// @notice Returns the address of a contract's forwarder, whether or not it is deployed.
    function getForwarderAddress(address onChainAddress, uint32 chainSlug) external view returns (address forwarder);

    /// @notice Returns whether an address is a forwarder that this contract deployed.
    function isForwarder(address account) external view returns (bool);

    /// @notice Returns the beacon that holds the forwarders' implementation.
    function forwarderBeacon() external view returns (address);

    /// @notice Emitted when the forwarder of a contract is deployed. Call `forwarder` in place of `onChainAddress`.
    event ForwarderDeployed(uint32 indexed chainSlug, address indexed onChainAddress, address forwarder);

    /// @notice The contract's address is zero, so it has no forwarder. Wait until the deployment is done, then read the
    /// address again.
    error ZeroOnChainAddress();
}
