// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../fixtures/MoodyPlug.sol";
import {TwoChains} from "../../../../test/fixtures/solidity/TwoChains.sol";
import {deploy, vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {Owned} from "../access/Owned.sol";
import {GOVERNANCE_ROLE, RESCUE_ROLE, Roles} from "../access/Roles.sol";
import {RescueFunds} from "./RescueFunds.sol";
import {Socket} from "./Socket.sol";
import {SocketContracts} from "./SocketContracts.sol";

contract SocketContractsTest is TwoChains {
    address private constant NATIVE_TOKEN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    address private constant SAFE = address(0x5afe);

    Socket private socket;

    function setUp() public {
        socket = alpha.socket;
    }

    function test_setters_needTheGovernanceRoleEvenOfTheOwner() public {
        vm.assertEq(socket.owner(), address(this));
        bytes memory refused = abi.encodeWithSelector(Roles.NoPermit.selector, keccak256("GOVERNANCE_ROLE"));
        vm.expectRevert(refused);
        socket.setExecutionManager(SAFE);
        vm.expectRevert(refused);
        socket.setTransmitManager(SAFE);
        vm.expectRevert(refused);
        socket.setHasher(SAFE);
        vm.expectRevert(refused);
        socket.setCapacitorFactory(SAFE);
    }

    function test_setters_replaceAndLog() public {
        socket.grantRole(GOVERNANCE_ROLE, address(this));
        vm.expectEmit(address(socket));
        emit SocketContracts.ExecutionManagerSet(address(1));
        socket.setExecutionManager(address(1));
        vm.expectEmit(address(socket));
        emit SocketContracts.TransmitManagerSet(address(2));
        socket.setTransmitManager(address(2));
        vm.expectEmit(address(socket));
        emit SocketContracts.HasherSet(address(3));
        socket.setHasher(address(3));
        vm.expectEmit(address(socket));
        emit SocketContracts.CapacitorFactorySet(address(4));
        socket.setCapacitorFactory(address(4));

        vm.assertEq(socket.executionManager__(), address(1));
        vm.assertEq(socket.transmitManager__(), address(2));
        vm.assertEq(address(socket.hasher__()), address(3));
        vm.assertEq(socket.capacitorFactory__(), address(4));
    }

    function test_setters_refuseTheZeroAddress() public {
        socket.grantRole(GOVERNANCE_ROLE, address(this));
        vm.expectRevert(ISocket.ZeroAddress.selector);
        socket.setHasher(address(0));
        vm.expectRevert(ISocket.ZeroAddress.selector);
        new Socket(address(this), ALPHA, SAFE, SAFE, address(0), SAFE);
        vm.expectRevert(ISocket.ZeroAddress.selector);
        new Socket(address(this), ALPHA, SAFE, SAFE, SAFE, address(0));
    }

    /// @dev A transmit manager without transmitters takes the place of the one that lists them.
    function test_setTransmitManager_takesTheTransmittersRightsAway() public {
        MoodyPlug plug = new MoodyPlug(socket, address(this));
        plug.connect(BETA, SAFE, address(alpha.switchboard));
        vm.deal(address(this), 1 ether);
        plug.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        socket.grantRole(GOVERNANCE_ROLE, address(this));
        socket.setTransmitManager(address(beta.transmitManager));
        vm.expectRevert(ISocket.InvalidTransmitter.selector);
        _seal(parcel);
    }

    function test_rescueFunds_sendsTokensAndNativeTokens() public {
        socket.grantRole(RESCUE_ROLE, address(this));
        IERC20 token = IERC20(deploy("WrappedNative", abi.encode("Wrapped", "WRP")));
        vm.deal(address(this), 10);
        Address.sendValue(payable(address(token)), 10);
        token.transfer(address(socket), 10);
        socket.rescueFunds(address(token), SAFE, 4);
        vm.assertEq(token.balanceOf(SAFE), 4, "tokens");

        vm.deal(address(socket), 10);
        uint256 before = SAFE.balance;
        socket.rescueFunds(NATIVE_TOKEN, SAFE, 3);
        vm.assertEq(SAFE.balance - before, 3, "native tokens");
    }

    function test_rescueFunds_needsTheRoleATokenAndAReceiver() public {
        vm.expectRevert(abi.encodeWithSelector(Roles.NoPermit.selector, keccak256("RESCUE_ROLE")));
        socket.rescueFunds(NATIVE_TOKEN, SAFE, 0);
        socket.grantRole(RESCUE_ROLE, address(this));
        vm.expectRevert(RescueFunds.InvalidTokenAddress.selector);
        socket.rescueFunds(SAFE, SAFE, 0);
        vm.expectRevert(ISocket.ZeroAddress.selector);
        socket.rescueFunds(NATIVE_TOKEN, address(0), 0);
    }

    function test_owner_handsOverInTwoStepsAndGrantsAlone() public {
        address stranger = vm.addr(STRANGER_KEY);
        vm.prank(stranger);
        vm.expectRevert(Owned.OnlyOwner.selector);
        socket.grantRole(GOVERNANCE_ROLE, stranger);
        vm.prank(stranger);
        vm.expectRevert(Owned.OnlyNominee.selector);
        socket.claimOwner();

        vm.expectEmit(address(socket));
        emit Owned.OwnerNominated(stranger);
        socket.nominateOwner(stranger);
        vm.expectEmit(address(socket));
        emit Owned.OwnerClaimed(stranger);
        vm.prank(stranger);
        socket.claimOwner();
        vm.assertEq(socket.owner(), stranger);
        vm.assertEq(socket.nominee(), address(0));
        vm.expectRevert(Owned.OnlyOwner.selector);
        socket.grantRole(GOVERNANCE_ROLE, stranger);
    }

    function test_grantBatchRole_grantsByChainAndChecksLengths() public {
        bytes32[] memory roles = new bytes32[](2);
        uint32[] memory slugs = new uint32[](2);
        address[] memory accounts = new address[](2);
        (roles[0], roles[1]) = (GOVERNANCE_ROLE, RESCUE_ROLE);
        (slugs[0], slugs[1]) = (0, BETA);
        (accounts[0], accounts[1]) = (SAFE, SAFE);
        vm.expectEmit(address(socket));
        emit Roles.RoleGranted(GOVERNANCE_ROLE, SAFE);
        vm.expectEmit(address(socket));
        emit Roles.RoleGranted(keccak256(abi.encode(RESCUE_ROLE, BETA)), SAFE);
        socket.grantBatchRole(roles, slugs, accounts);
        vm.assertTrue(socket.hasRole(GOVERNANCE_ROLE, SAFE));
        vm.assertTrue(socket.hasRoleWithSlug(RESCUE_ROLE, BETA, SAFE));
        vm.assertFalse(socket.hasRole(RESCUE_ROLE, SAFE));

        socket.revokeBatchRole(roles, slugs, accounts);
        vm.assertFalse(socket.hasRole(GOVERNANCE_ROLE, SAFE));
        vm.assertFalse(socket.hasRoleWithSlug(RESCUE_ROLE, BETA, SAFE));
        vm.expectRevert(Roles.UnequalArrayLengths.selector);
        socket.grantBatchRole(roles, slugs, new address[](1));
        vm.expectRevert(Roles.UnequalArrayLengths.selector);
        socket.revokeBatchRole(roles, new uint32[](1), accounts);
    }
}
