// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ERC20, ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

import {GatewayWorld} from "../../test/fixtures/solidity/GatewayWorld.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";
import {IGatewaySocket} from "./interfaces/IGatewaySocket.sol";
import {PlugBase} from "./PlugBase.sol";
import {GatewayCounter} from "./samples/GatewayCounter.sol";

/// @dev What an author writes most often: a token that its app gateway mints.
contract OwnedTokenPlug is PlugBase, ERC20Permit, Ownable2Step {
    constructor() ERC20("Token", "T") ERC20Permit("Token") Ownable(msg.sender) {}

    function mint(address to, uint256 amount) external onlySocket {
        _mint(to, amount);
    }
}

/// @dev A plug that uses what its base gives in ways of its own.
contract OwnWayPlug is PlugBase {
    uint256 public calls;

    function setUpAlone(bytes32 appGatewayId_, address socket, address switchboard) external {
        _connectSocket(appGatewayId_, socket, switchboard);
    }

    function setSocketAlone(address socket) external {
        _setSocket(socket);
    }

    function quit() external {
        _disconnectSocket();
    }

    function configure(bytes calldata overrides_) external {
        _setOverrides(overrides_);
    }

    function guarded() external onlySocket {
        calls++;
    }

    function initSocket(
        bytes32 appGatewayId_,
        address socket,
        address switchboard
    ) external override socketInitializer {
        calls = 100;
        _connectSocket(appGatewayId_, socket, switchboard);
    }
}

contract PlugBaseTest is GatewayWorld {
    GatewayCounter private plug;

    function setUp() public {
        plug = new GatewayCounter();
    }

    function testFuzz_initSocket_connectsThePlugItself(bytes32 appGatewayId, address switchboard) public {
        plug.initSocket(appGatewayId, address(served[ALPHA].socket), switchboard);
        vm.assertEq(plug.appGatewayId(), appGatewayId);
        vm.assertEq(address(plug.socket__()), address(served[ALPHA].socket));
        (bytes32 connectedTo, address through) = served[ALPHA].socket.getPlugConfig(address(plug));
        vm.assertEq(connectedTo, appGatewayId);
        vm.assertEq(through, switchboard);
    }

    function test_initSocket_worksOnce() public {
        plug.initSocket("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.expectRevert(PlugBase.SocketAlreadyInitialized.selector);
        plug.initSocket("another", address(served[BETA].socket), SWITCHBOARD);
        vm.assertEq(plug.appGatewayId(), "gateway");
    }

    function testFuzz_onlySocket_refusesEverybodyElse(address caller) public {
        plug.initSocket("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.assume(caller != address(served[ALPHA].socket));
        vm.prank(caller);
        vm.expectRevert(PlugBase.NotSocket.selector);
        plug.add(1);
    }

    function test_onlySocket_letsTheSocketIn() public {
        plug.initSocket("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.prank(address(served[ALPHA].socket));
        plug.add(3);
        vm.assertEq(plug.counter(), 3);
    }

    function test_initSocket_canBeOverridden() public {
        OwnWayPlug own = new OwnWayPlug();
        own.initSocket("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.assertEq(own.calls(), 100);
        vm.assertEq(own.appGatewayId(), "gateway");
        vm.expectRevert(PlugBase.SocketAlreadyInitialized.selector);
        own.initSocket("another", address(served[ALPHA].socket), SWITCHBOARD);
    }

    /// @dev Otherwise anybody could connect it to an app gateway of theirs afterwards.
    function test_connectSocket_closesInitSocket() public {
        OwnWayPlug own = new OwnWayPlug();
        own.setUpAlone("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.expectRevert(PlugBase.SocketAlreadyInitialized.selector);
        own.initSocket("another", address(served[ALPHA].socket), SWITCHBOARD);
        own.setUpAlone("moved", address(served[BETA].socket), SWITCHBOARD);
        vm.assertEq(own.appGatewayId(), "moved");
        vm.assertEq(address(own.socket__()), address(served[BETA].socket));
    }

    function test_setSocket_leavesInitSocketOpen() public {
        OwnWayPlug own = new OwnWayPlug();
        own.setSocketAlone(address(served[BETA].socket));
        own.initSocket("gateway", address(served[ALPHA].socket), SWITCHBOARD);
        vm.assertEq(address(own.socket__()), address(served[ALPHA].socket));
    }

    /// @dev A socket lets any app gateway call a contract that is not connected, so nobody may pass `onlySocket`.
    function test_disconnectSocket_endsEverything() public {
        OwnWayPlug own = new OwnWayPlug();
        address socket = address(served[ALPHA].socket);
        own.initSocket("gateway", socket, SWITCHBOARD);
        vm.expectEmit(socket);
        emit IGatewaySocket.PlugConnected(address(own), bytes32(0), address(0));
        vm.expectEmit(address(own));
        emit PlugBase.ConnectorPlugDisconnected();
        own.quit();
        (bytes32 connectedTo, address through) = served[ALPHA].socket.getPlugConfig(address(own));
        vm.assertEq(connectedTo, bytes32(0));
        vm.assertEq(through, address(0));
        vm.assertEq(own.appGatewayId(), bytes32(0));
        vm.prank(socket);
        vm.expectRevert(PlugBase.NotSocket.selector);
        own.guarded();
        vm.expectRevert(PlugBase.SocketAlreadyInitialized.selector);
        own.initSocket("another", socket, SWITCHBOARD);
    }

    function test_setOverrides_areKeptForReaders() public {
        OwnWayPlug own = new OwnWayPlug();
        own.configure(hex"1234");
        vm.assertEq(own.overrides(), hex"1234");
    }

    function test_onlySocket_guardsATokenWithAnOwner() public {
        OwnedTokenPlug plug = new OwnedTokenPlug();
        vm.assertEq(plug.owner(), address(this));
        vm.assertEq(address(plug.socket__()), address(0));
        vm.expectRevert(PlugBase.NotSocket.selector);
        plug.mint(address(this), 1);
    }
}
