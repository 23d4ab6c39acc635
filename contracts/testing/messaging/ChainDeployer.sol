// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity ^0.8.21;

import {ISocket} from "../../interfaces/ISocket.sol";
import {deployContract, requireCancun} from "../devnet/deployContract.sol";
import {
    IDevnetExecutionManager,
    IDevnetRoles,
    IDevnetSwitchboard,
    IDevnetTransmitManager
} from "../devnet/IDevnetMessaging.sol";
import {MessagingCode} from "../devnet/MessagingCode.sol";
import {vm} from "../Vm.sol";
import {ActorSignatures} from "./ActorSignatures.sol";
import {EXECUTOR_KEY, SWITCHBOARD_TIMEOUT, TestChain, TRANSMITTER_KEY, WATCHER_KEY} from "./TestChain.sol";

/// @title Part of a test that deploys the messaging contracts of its chains
/// @notice A socket knows itself by its slug only, so several do not notice that they share an EVM.
abstract contract ChainDeployer {
    bytes32 private constant GOVERNANCE_ROLE = keccak256("GOVERNANCE_ROLE");
    bytes32 private constant FEES_UPDATER_ROLE = keccak256("FEES_UPDATER_ROLE");
    bytes32 private constant TRANSMITTER_ROLE = keccak256("TRANSMITTER_ROLE");
    bytes32 private constant WATCHER_ROLE = keccak256("WATCHER_ROLE");
    bytes32 private constant TRIP_ROLE = keccak256("TRIP_ROLE");
    bytes32 private constant UN_TRIP_ROLE = keccak256("UN_TRIP_ROLE");

    bytes32 private constant FEES_UPDATE = keccak256("FEES_UPDATE");
    bytes32 private constant RELATIVE_PRICE_UPDATE = keccak256("RELATIVE_NATIVE_TOKEN_PRICE_UPDATE");
    bytes32 private constant MAX_VALUE_UPDATE = keccak256("MSG_VALUE_MAX_THRESHOLD_UPDATE");

    uint256 private constant FEES_KEY = 0xfee5;

    uint80 private constant GAS_FEE = 1 gwei;
    uint80 private constant BYTE_FEE = 16 gwei;
    uint80 private constant OVERHEAD_FEE = 5e12;
    uint128 private constant TRANSMISSION_FEES = 7e12;
    uint128 private constant SWITCHBOARD_FEES = 3e12;
    uint128 private constant VERIFICATION_FEES = 2e12;
    uint256 private constant RELATIVE_PRICE = 2e18;
    uint256 private constant MAX_VALUE = 20 ether;

    /// @dev Deploys a chain without paths to others.
    function _deployChain(string memory name, uint32 slug, uint256 chainId) internal returns (TestChain memory chain) {
        requireCancun();
        chain.name = name;
        chain.slug = slug;
        chain.chainId = chainId;
        address hasher = _deploy("Hasher", "");
        address factory = _deploy("CapacitorFactory", "");
        // The managers come first, so the socket's address is computed.
        address socket = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 2);
        IDevnetExecutionManager.Prices memory none;
        chain.executionManager = _deploy(
            "ExecutionManager",
            abi.encode(address(this), socket, slug, _one(vm.addr(EXECUTOR_KEY)), new uint32[](0), none)
        );
        chain.transmitManager = _deploy(
            "TransmitManager",
            abi.encode(address(this), socket, chain.executionManager, slug, new address[](0), new uint32[](0), 0)
        );
        bytes memory arguments = abi.encode(
            address(this),
            slug,
            hasher,
            factory,
            chain.executionManager,
            chain.transmitManager
        );
        chain.socket = ISocket(_deploy("Socket", arguments));
        chain.switchboard = _deploySwitchboard("FastSwitchboard", socket);
        chain.optimisticSwitchboard = _deploySwitchboard("OptimisticSwitchboard", socket);
        vm.label(socket, string.concat(name, ".socket"));
        vm.label(chain.switchboard, string.concat(name, ".switchboard"));
        vm.label(chain.optimisticSwitchboard, string.concat(name, ".optimisticSwitchboard"));
    }

    /// @dev Lets messages of one chain go to another, and those of the other come from there.
    function _openPath(TestChain memory chain, uint32 sibling) internal {
        _registerPath(sibling, chain.switchboard);
        IDevnetSwitchboard(chain.switchboard).grantWatcherRole(sibling, vm.addr(WATCHER_KEY));
        _setSwitchboardFees(chain.slug, sibling, chain.switchboard);
        _registerPath(sibling, chain.optimisticSwitchboard);
        IDevnetRoles(chain.optimisticSwitchboard).grantRoleWithSlug(WATCHER_ROLE, sibling, vm.addr(WATCHER_KEY));
        _setSwitchboardFees(chain.slug, sibling, chain.optimisticSwitchboard);

        IDevnetTransmitManager transmitManager = IDevnetTransmitManager(chain.transmitManager);
        transmitManager.grantRoleWithSlug(TRANSMITTER_ROLE, sibling, vm.addr(TRANSMITTER_KEY));
        transmitManager.grantRoleWithSlug(FEES_UPDATER_ROLE, sibling, vm.addr(FEES_KEY));
        uint256 nonce = ActorSignatures.nextNonce(FEES_KEY, address(transmitManager));
        bytes memory signed = abi.encode(FEES_UPDATE, transmitManager, chain.slug, sibling, nonce, TRANSMISSION_FEES);
        transmitManager.setTransmissionFees(nonce, sibling, TRANSMISSION_FEES, _signFees(signed));
        _setPrices(chain, sibling);
    }

    /// @dev Sets what execution on a sibling costs, as the account that may.
    function _setExecutionFees(
        TestChain memory chain,
        uint32 sibling,
        IDevnetExecutionManager.ExecutionFees memory fees
    ) internal {
        IDevnetExecutionManager manager = IDevnetExecutionManager(chain.executionManager);
        uint256 nonce = ActorSignatures.nextNonce(FEES_KEY, address(manager));
        bytes memory signed = abi.encode(FEES_UPDATE, manager, chain.slug, sibling, nonce, fees);
        manager.setExecutionFees(nonce, sibling, fees, _signFees(signed));
    }

    /// @dev Returns the creation code of one of the devnet's contracts.
    function _messagingCode(string memory name) internal view virtual returns (bytes memory) {
        return MessagingCode.codeOf(name);
    }

    function _deploy(string memory name, bytes memory arguments) private returns (address) {
        return deployContract(name, _messagingCode(name), arguments);
    }

    function _deploySwitchboard(string memory name, address socket) private returns (address switchboard) {
        switchboard = _deploy(
            name,
            bytes.concat(abi.encode(address(this), socket, SWITCHBOARD_TIMEOUT, 0x80), bytes32(0))
        );
        IDevnetRoles(switchboard).grantRole(GOVERNANCE_ROLE, address(this));
        IDevnetRoles(switchboard).grantRole(TRIP_ROLE, vm.addr(WATCHER_KEY));
        IDevnetRoles(switchboard).grantRole(UN_TRIP_ROLE, vm.addr(WATCHER_KEY));
    }

    function _registerPath(uint32 sibling, address switchboard) private {
        IDevnetSwitchboard(switchboard).registerSiblingSlug(sibling, 1, 1, 0, address(0));
        IDevnetRoles(switchboard).grantRoleWithSlug(FEES_UPDATER_ROLE, sibling, vm.addr(FEES_KEY));
    }

    function _setSwitchboardFees(uint32 slug, uint32 sibling, address switchboard) private {
        uint256 nonce = ActorSignatures.nextNonce(FEES_KEY, switchboard);
        bytes memory signed = abi.encode(
            FEES_UPDATE,
            switchboard,
            slug,
            sibling,
            nonce,
            SWITCHBOARD_FEES,
            VERIFICATION_FEES
        );
        IDevnetSwitchboard(switchboard).setFees(nonce, sibling, SWITCHBOARD_FEES, VERIFICATION_FEES, _signFees(signed));
    }

    function _setPrices(TestChain memory chain, uint32 sibling) private {
        IDevnetExecutionManager manager = IDevnetExecutionManager(chain.executionManager);
        manager.grantRoleWithSlug(FEES_UPDATER_ROLE, sibling, vm.addr(FEES_KEY));
        _setExecutionFees(chain, sibling, IDevnetExecutionManager.ExecutionFees(GAS_FEE, BYTE_FEE, OVERHEAD_FEE));
        uint256 nonce = ActorSignatures.nextNonce(FEES_KEY, address(manager));
        bytes memory signed = abi.encode(RELATIVE_PRICE_UPDATE, manager, chain.slug, sibling, nonce, RELATIVE_PRICE);
        manager.setRelativeNativeTokenPrice(nonce, sibling, RELATIVE_PRICE, _signFees(signed));
        signed = abi.encode(MAX_VALUE_UPDATE, manager, chain.slug, sibling, nonce + 1, MAX_VALUE);
        manager.setMsgValueMaxThreshold(nonce + 1, sibling, MAX_VALUE, _signFees(signed));
    }

    function _signFees(bytes memory signed) private pure returns (bytes memory) {
        return ActorSignatures.sign(FEES_KEY, keccak256(signed));
    }

    function _one(address account) private pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = account;
    }
}
