// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";

import {IAsyncDeployer} from "../../../gateway/interfaces/IAsyncDeployer.sol";

/// @title Deployer of the gateway chain's forwarders
/// @notice A forwarder's address depends only on this contract, the beacon, the address resolver and the contract that
/// the forwarder represents. So anyone can compute it in advance, and it does not matter who has it deployed.
contract AsyncDeployer is IAsyncDeployer {
    struct Origin {
        address onChainAddress;
        uint32 chainSlug;
    }

    bytes private constant INIT_CODE_HEAD = hex"60523d8160223d3973";
    bytes private constant INIT_CODE_TAIL =
        hex"60195155f3363d3d373d3d363d602036600436635c60da1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3";

    address public immutable addressResolver__;
    /// @inheritdoc IAsyncDeployer
    address public immutable forwarderBeacon;

    /// @notice Contract that a forwarder represents; zeros for any other address.
    mapping(address forwarder => Origin) public originOf;

    constructor(address addressResolver_, address forwarderBeacon_) {
        addressResolver__ = addressResolver_;
        forwarderBeacon = forwarderBeacon_;
    }

    /// @inheritdoc IAsyncDeployer
    function getOrDeployForwarderContract(
        address onChainAddress,
        uint32 chainSlug
    ) external returns (address forwarder) {
        forwarder = getForwarderAddress(onChainAddress, chainSlug);
        if (isForwarder(forwarder)) return forwarder;
        originOf[forwarder] = Origin(onChainAddress, chainSlug);
        Create2.deploy(0, _salt(onChainAddress, chainSlug), _initCode());
        emit ForwarderDeployed(chainSlug, onChainAddress, forwarder);
    }

    /// @inheritdoc IAsyncDeployer
    function getForwarderAddress(address onChainAddress, uint32 chainSlug) public view returns (address forwarder) {
        if (onChainAddress == address(0)) revert ZeroOnChainAddress();
        return Create2.computeAddress(_salt(onChainAddress, chainSlug), keccak256(_initCode()));
    }

    /// @inheritdoc IAsyncDeployer
    function isForwarder(address account) public view returns (bool) {
        return originOf[account].onChainAddress != address(0);
    }

    function _salt(address onChainAddress, uint32 chainSlug) private view returns (bytes32) {
        return keccak256(abi.encode(chainSlug, onChainAddress, addressResolver__));
    }

    /// @dev Init code of a minimal ERC-1967 beacon proxy. Every byte of it affects every forwarder's address.
    function _initCode() private view returns (bytes memory) {
        return abi.encodePacked(INIT_CODE_HEAD, forwarderBeacon, INIT_CODE_TAIL);
    }
}
