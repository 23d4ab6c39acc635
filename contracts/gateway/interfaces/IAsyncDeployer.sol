// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Deploys forwarders, each to the one address that follows from what it stands for
interface IAsyncDeployer {
    /// @notice The forwarder of a contract on a chain, deployed now if it was not. Anyone may call.
    function getOrDeployForwarderContract(
        address onChainAddress,
        uint32 chainSlug
    ) external returns (address forwarder);

    /// @notice Where that forwarder is or will be.
    function getForwarderAddress(address onChainAddress, uint32 chainSlug) external view returns (address forwarder);

    /// @notice Whether an address is a forwarder that this contract deployed.
    function isForwarder(address account) external view returns (bool);

    function forwarderBeacon() external view returns (address);

    /// @notice A contract on a chain got its forwarder. Call `forwarder` instead of `onChainAddress`.
    event ForwarderDeployed(uint32 indexed chainSlug, address indexed onChainAddress, address forwarder);

    /// @notice A forwarder was asked for the zero address. Read the deployed address again: it is zero until the
    /// deployment is done.
    error ZeroOnChainAddress();
}
